"""What PyPI phonenumbers makes of numbers: phones.py read FILE, phones.py examples FILE, phones.py codes FILE.

FILE has a JSON array of texts. Prints a JSON array of objects.
"""

import json
import sys

import phonenumbers
from phonenumbers import PhoneNumberFormat, PhoneNumberType

KINDS = {
    PhoneNumberType.FIXED_LINE: "fixed", PhoneNumberType.MOBILE: "mobile", PhoneNumberType.TOLL_FREE: "tollFree",
    PhoneNumberType.PREMIUM_RATE: "premium", PhoneNumberType.VOIP: "voip",
}


def read(text):
    answer = {"text": text}
    try:
        number = phonenumbers.parse(text, "UA")
    except phonenumbers.NumberParseException:
        return answer
    if not phonenumbers.is_possible_number(number):
        return answer
    answer["e164"] = phonenumbers.format_number(number, PhoneNumberFormat.E164)
    answer["kind"] = KINDS.get(phonenumbers.number_type(number))
    answer["ext"] = number.extension
    number.extension = None
    national = phonenumbers.format_number(number, PhoneNumberFormat.NATIONAL)
    answer["national"] = "".join(filter(str.isdigit, national))
    return answer


def examples():
    """A number of each region and kind, in three forms."""
    for region in sorted(phonenumbers.SUPPORTED_REGIONS):
        for kind in PhoneNumberType.values():
            number = phonenumbers.example_number_for_type(region, kind)
            if number is None:
                continue
            e164 = phonenumbers.format_number(number, PhoneNumberFormat.E164)
            for form in (PhoneNumberFormat.E164, PhoneNumberFormat.INTERNATIONAL, PhoneNumberFormat.RFC3966):
                yield {"text": phonenumbers.format_number(number, form), "e164": e164}


mode, file = sys.argv[1:]
if mode == "read":
    with open(file) as texts:
        answers = [read(text) for text in json.load(texts)]
elif mode == "examples":
    answers = list(examples())
else:
    answers = [{"text": str(code)} for code in phonenumbers.COUNTRY_CODE_TO_REGION_CODE]
json.dump(answers, sys.stdout)

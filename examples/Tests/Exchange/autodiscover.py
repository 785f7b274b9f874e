"""The test server's side of Autodiscover: a redirection without a login, and the answer in XML."""

from xml.sax.saxutils import escape

RESPONSE = "http://schemas.microsoft.com/exchange/autodiscover/outlook/responseschema/2006a"


def answer(handler):
    """The answer to GET: where the plan sends the client to, and 404 otherwise."""
    plan = handler.server.plan.get("autodiscover") or {}
    entry = {"path": handler.path, "method": "GET", "authorization": handler.headers.get("Authorization", "")}
    handler.server.log.enter()
    handler.is_under_way = True
    if plan.get("redirects_to"):
        handler.redirect(entry, plan["redirects_to"])
    else:
        handler.reply(entry, 404, "")


def answer_post(handler, body, entry):
    """The answer to a request of a user who is logged in."""
    plan = handler.server.plan["autodiscover"]
    entry["operation"] = "Autodiscover"
    account = ""
    address = body.decode().partition("<EMailAddress>")[2].partition("<")[0]
    entry["address"] = address
    if plan.get("error"):
        handler.reply(entry, 200, (
            f'<?xml version="1.0" encoding="utf-8"?><Autodiscover xmlns="http://schemas.microsoft.com/exchange/autodiscover/'
            f'responseschema/2006"><Response><Error Time="10:00:00" Id="1"><ErrorCode>{plan["error"]}</ErrorCode>'
            "<Message>The e-mail address cannot be found.</Message><DebugData/></Error></Response></Autodiscover>"))
        return
    if plan.get("endless"):
        number = int(address.partition("@")[0].removeprefix("anna") or 0)
        account = f"<Action>redirectAddr</Action><RedirectAddr>anna{number + 1}@example.com</RedirectAddr>"
    elif plan.get("address") and plan["address"] != address:
        account = f"<Action>redirectAddr</Action><RedirectAddr>{escape(plan['address'])}</RedirectAddr>"
    elif plan.get("url") and plan["url"] != "https://" + handler.headers.get("Host", "") + handler.path:
        account = f"<Action>redirectUrl</Action><RedirectUrl>{escape(plan['url'])}</RedirectUrl>"
    else:
        account = "<AccountType>email</AccountType><Action>settings</Action>" + "".join(
            f"<Protocol><Type>{kind}</Type><Server>mail.example.com</Server>"
            + (f"<EwsUrl>{escape(url)}</EwsUrl>" if url else "") + "</Protocol>"
            for kind, url in plan.get("protocols", {}).items())
    handler.reply(entry, 200, (
        '<?xml version="1.0" encoding="utf-8"?><Autodiscover xmlns="http://schemas.microsoft.com/exchange/autodiscover/'
        f'responseschema/2006"><Response xmlns="{RESPONSE}"><User><DisplayName>Anna Tester</DisplayName></User>'
        f"<Account>{account}</Account></Response></Autodiscover>"))

#include "CLibxml2.h"

#include <dlfcn.h>

#define FOUND(field, name) (functions->field = (__typeof__(functions->field))dlsym(library, name))

bool libxml2_load(struct libxml2 *functions, const char *name) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    return library && FOUND(init_parser, "xmlInitParser") && FOUND(create_context, "xmlCreatePushParserCtxt")
        && FOUND(free_context, "xmlFreeParserCtxt")
        && FOUND(use_options, "xmlCtxtUseOptions") && FOUND(find_encoding, "xmlFindCharEncodingHandler")
        && FOUND(switch_encoding, "xmlSwitchToEncoding") && FOUND(parse, "xmlParseChunk") && FOUND(stop, "xmlStopParser")
        && FOUND(line, "xmlSAX2GetLineNumber") && FOUND(predefined_entity, "xmlGetPredefinedEntity");
}

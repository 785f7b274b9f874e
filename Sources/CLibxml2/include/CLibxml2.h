#ifndef CLIBXML2_H
#define CLIBXML2_H

// The folder `libxml` beside this file leads to Debian's headers, so that no flag has to say where they are: the flags of
// pkg-config would also link the library.
#include <libxml/SAX2.h>
#include <libxml/encoding.h>
#include <libxml/entities.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// libxml2 is loaded for the first document, not when a program starts: it brings ICU along, whose 30 MB take longer to load than
// many commands take as a whole. Each function has the type that libxml2's own header gives it.
struct libxml2 {
    __typeof__(xmlInitParser) *init_parser;
    __typeof__(xmlCreatePushParserCtxt) *create_context;
    __typeof__(xmlFreeParserCtxt) *free_context;
    __typeof__(xmlCtxtUseOptions) *use_options;
    __typeof__(xmlFindCharEncodingHandler) *find_encoding;
    __typeof__(xmlSwitchToEncoding) *switch_encoding;
    __typeof__(xmlParseChunk) *parse;
    __typeof__(xmlStopParser) *stop;
    __typeof__(xmlSAX2GetLineNumber) *line;
    __typeof__(xmlGetPredefinedEntity) *predefined_entity;
};

// Whether a library of this name exists and has all of these functions.
bool libxml2_load(struct libxml2 *library, const char *name);

#endif

/* Answers scripts/install as a program of ours would: tool --version | --experimental-dump-help | --generate-completion-script SHELL */
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    int is_help = argc == 2 && strcmp(argv[1], "--experimental-dump-help") == 0;
    puts(is_help ? "{\"command\": {\"commandName\": \"launcher\", \"abstract\": \"Start apps.\", \"subcommands\": ["
                   "{\"commandName\": \"open\", \"abstract\": \"Open an app.\", \"shouldDisplay\": true},"
                   "{\"commandName\": \"old\", \"abstract\": \"Do the same.\", \"shouldDisplay\": false}]}}"
                 : "1.0");
    return 0;
}

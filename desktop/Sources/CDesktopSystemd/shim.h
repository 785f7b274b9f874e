#include <sys/signalfd.h>
#include <systemd/sd-bus.h>

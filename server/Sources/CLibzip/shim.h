#ifndef CLIBZIP_SHIM_H
#define CLIBZIP_SHIM_H

#include <dlfcn.h>
#include <stdbool.h>
#include <zip.h>

// libzip is loaded for the first archive, not when a program starts: with the libraries it brings along, loading it takes longer
// than many commands without an archive take as a whole. Each function has the type that libzip's own header gives it.
struct appgroup_zip {
    __typeof__(zip_close) *close;
    __typeof__(zip_dir_add) *dir_add;
    __typeof__(zip_discard) *discard;
    __typeof__(zip_error_code_system) *error_code_system;
    __typeof__(zip_error_code_zip) *error_code_zip;
    __typeof__(zip_error_fini) *error_fini;
    __typeof__(zip_error_init) *error_init;
    __typeof__(zip_error_init_with_code) *error_init_with_code;
    __typeof__(zip_error_set) *error_set;
    __typeof__(zip_error_strerror) *error_strerror;
    __typeof__(zip_error_to_data) *error_to_data;
    __typeof__(zip_fclose) *fclose;
    __typeof__(zip_file_add) *file_add;
    __typeof__(zip_file_get_error) *file_get_error;
    __typeof__(zip_file_set_dostime) *file_set_dostime;
    __typeof__(zip_file_set_external_attributes) *file_set_external_attributes;
    __typeof__(zip_fopen_index) *fopen_index;
    __typeof__(zip_fread) *fread;
    __typeof__(zip_get_error) *get_error;
    __typeof__(zip_get_name) *get_name;
    __typeof__(zip_get_num_entries) *get_num_entries;
    __typeof__(zip_open) *open;
    __typeof__(zip_open_from_source) *open_from_source;
    __typeof__(zip_set_file_compression) *set_file_compression;
    __typeof__(zip_source_buffer) *source_buffer;
    __typeof__(zip_source_file) *source_file;
    __typeof__(zip_source_free) *source_free;
    __typeof__(zip_source_function_create) *source_function_create;
    __typeof__(zip_source_seek_compute_offset) *source_seek_compute_offset;
    __typeof__(zip_stat_init) *stat_init;
};

#define APPGROUP_ZIP_FOUND(function) (zip->function = dlsym(library, "zip_" #function))

// Whether a library of this name exists and has all of these functions.
static inline bool appgroup_zip_load(struct appgroup_zip *zip, const char *name) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    return library && APPGROUP_ZIP_FOUND(close) && APPGROUP_ZIP_FOUND(dir_add) && APPGROUP_ZIP_FOUND(discard)
        && APPGROUP_ZIP_FOUND(error_code_system) && APPGROUP_ZIP_FOUND(error_code_zip)
        && APPGROUP_ZIP_FOUND(error_fini) && APPGROUP_ZIP_FOUND(error_init)
        && APPGROUP_ZIP_FOUND(error_init_with_code) && APPGROUP_ZIP_FOUND(error_set)
        && APPGROUP_ZIP_FOUND(error_strerror) && APPGROUP_ZIP_FOUND(error_to_data) && APPGROUP_ZIP_FOUND(fclose)
        && APPGROUP_ZIP_FOUND(file_add) && APPGROUP_ZIP_FOUND(file_get_error) && APPGROUP_ZIP_FOUND(file_set_dostime)
        && APPGROUP_ZIP_FOUND(file_set_external_attributes) && APPGROUP_ZIP_FOUND(fopen_index)
        && APPGROUP_ZIP_FOUND(fread) && APPGROUP_ZIP_FOUND(get_error) && APPGROUP_ZIP_FOUND(get_name)
        && APPGROUP_ZIP_FOUND(get_num_entries) && APPGROUP_ZIP_FOUND(open) && APPGROUP_ZIP_FOUND(open_from_source)
        && APPGROUP_ZIP_FOUND(set_file_compression) && APPGROUP_ZIP_FOUND(source_buffer)
        && APPGROUP_ZIP_FOUND(source_file) && APPGROUP_ZIP_FOUND(source_free)
        && APPGROUP_ZIP_FOUND(source_function_create) && APPGROUP_ZIP_FOUND(source_seek_compute_offset)
        && APPGROUP_ZIP_FOUND(stat_init);
}

#endif

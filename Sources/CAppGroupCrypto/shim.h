#ifndef CAPPGROUPCRYPTO_SHIM_H
#define CAPPGROUPCRYPTO_SHIM_H

#include <dlfcn.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <stdbool.h>

// libcrypto is loaded when something is first hashed or decrypted, not when a program starts. Each function has the type that
// OpenSSL's own header gives it, in versions 1.1 and 3 alike.
struct appgroup_crypto {
    __typeof__(EVP_MD_CTX_new) *EVP_MD_CTX_new;
    __typeof__(EVP_MD_CTX_free) *EVP_MD_CTX_free;
    __typeof__(EVP_MD_CTX_copy_ex) *EVP_MD_CTX_copy_ex;
    __typeof__(EVP_DigestInit_ex) *EVP_DigestInit_ex;
    __typeof__(EVP_DigestUpdate) *EVP_DigestUpdate;
    __typeof__(EVP_DigestFinal_ex) *EVP_DigestFinal_ex;
    __typeof__(EVP_Digest) *EVP_Digest;
    __typeof__(EVP_md5) *EVP_md5;
    __typeof__(EVP_sha256) *EVP_sha256;
    __typeof__(EVP_sha384) *EVP_sha384;
    __typeof__(EVP_sha512) *EVP_sha512;
    __typeof__(EVP_CIPHER_CTX_new) *EVP_CIPHER_CTX_new;
    __typeof__(EVP_CIPHER_CTX_free) *EVP_CIPHER_CTX_free;
    __typeof__(EVP_CIPHER_CTX_set_padding) *EVP_CIPHER_CTX_set_padding;
    __typeof__(EVP_CipherInit_ex) *EVP_CipherInit_ex;
    __typeof__(EVP_CipherUpdate) *EVP_CipherUpdate;
    __typeof__(EVP_aes_128_cbc) *EVP_aes_128_cbc;
    __typeof__(EVP_aes_256_cbc) *EVP_aes_256_cbc;
    __typeof__(HMAC) *HMAC;
    __typeof__(EVP_PBE_scrypt) *EVP_PBE_scrypt;
    __typeof__(CRYPTO_memcmp) *CRYPTO_memcmp;
    __typeof__(BIO_new_mem_buf) *BIO_new_mem_buf;
    __typeof__(BIO_free) *BIO_free;
    __typeof__(PEM_read_bio_X509) *PEM_read_bio_X509;
    __typeof__(X509_free) *X509_free;
    __typeof__(ERR_clear_error) *ERR_clear_error;
    __typeof__(ERR_peek_last_error) *ERR_peek_last_error;
};

#define APPGROUP_CRYPTO_FOUND(function) (crypto->function = dlsym(library, #function))

// Whether a library of this name exists and has all of these functions.
static inline bool appgroup_crypto_load(struct appgroup_crypto *crypto, const char *name) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    return library && APPGROUP_CRYPTO_FOUND(EVP_MD_CTX_new) && APPGROUP_CRYPTO_FOUND(EVP_MD_CTX_free)
        && APPGROUP_CRYPTO_FOUND(EVP_MD_CTX_copy_ex) && APPGROUP_CRYPTO_FOUND(EVP_DigestInit_ex)
        && APPGROUP_CRYPTO_FOUND(EVP_DigestUpdate) && APPGROUP_CRYPTO_FOUND(EVP_DigestFinal_ex)
        && APPGROUP_CRYPTO_FOUND(EVP_Digest) && APPGROUP_CRYPTO_FOUND(EVP_md5) && APPGROUP_CRYPTO_FOUND(EVP_sha256)
        && APPGROUP_CRYPTO_FOUND(EVP_sha384) && APPGROUP_CRYPTO_FOUND(EVP_sha512) && APPGROUP_CRYPTO_FOUND(EVP_CIPHER_CTX_new)
        && APPGROUP_CRYPTO_FOUND(EVP_CIPHER_CTX_free) && APPGROUP_CRYPTO_FOUND(EVP_CIPHER_CTX_set_padding)
        && APPGROUP_CRYPTO_FOUND(EVP_CipherInit_ex) && APPGROUP_CRYPTO_FOUND(EVP_CipherUpdate)
        && APPGROUP_CRYPTO_FOUND(EVP_aes_128_cbc) && APPGROUP_CRYPTO_FOUND(EVP_aes_256_cbc)
        && APPGROUP_CRYPTO_FOUND(HMAC) && APPGROUP_CRYPTO_FOUND(EVP_PBE_scrypt) && APPGROUP_CRYPTO_FOUND(CRYPTO_memcmp)
        && APPGROUP_CRYPTO_FOUND(BIO_new_mem_buf) && APPGROUP_CRYPTO_FOUND(BIO_free)
        && APPGROUP_CRYPTO_FOUND(PEM_read_bio_X509) && APPGROUP_CRYPTO_FOUND(X509_free)
        && APPGROUP_CRYPTO_FOUND(ERR_clear_error) && APPGROUP_CRYPTO_FOUND(ERR_peek_last_error);
}

// Whether the first library of the versions that these functions have in common was found. It is loaded once.
static inline bool appgroup_crypto_load_any(struct appgroup_crypto *crypto) {
    return appgroup_crypto_load(crypto, "libcrypto.so.3") || appgroup_crypto_load(crypto, "libcrypto.so.1.1")
        || appgroup_crypto_load(crypto, "libcrypto.3.dylib");
}

// How many certificates PEM text holds; -1 if one of them is damaged, and 0 if there are none. Anything else
// in the text is passed over.
static inline int appgroup_crypto_count_certificates(struct appgroup_crypto crypto, const void *bytes, int size) {
    int count = 0;
    BIO *text = crypto.BIO_new_mem_buf(bytes, size);
    if (!text) return -1;
    for (;;) {
        crypto.ERR_clear_error();
        X509 *certificate = crypto.PEM_read_bio_X509(text, NULL, NULL, (void *)""); // never asks for a password
        if (!certificate) break;
        crypto.X509_free(certificate);
        count++;
    }
    unsigned long error = crypto.ERR_peek_last_error();
    if (error && ERR_GET_REASON(error) != PEM_R_NO_START_LINE) count = -1;
    crypto.ERR_clear_error();
    crypto.BIO_free(text);
    return count;
}

#endif

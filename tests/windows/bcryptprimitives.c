/* bcryptprimitives.dll, from which Rust's standard library takes random numbers, for a Wine that lacks it. */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(BYTE *data, SIZE_T length)
{
    return RtlGenRandom(data, length);
}

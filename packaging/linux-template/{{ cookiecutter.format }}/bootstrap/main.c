/* Runs the program in a Python of its own: nothing of the player's Python, his environment or his folders is looked at.
 *
 * bin/APP                         this
 * lib/APP/app                     the program
 * lib/APP/app_packages            the libraries it needs
 * lib/APP/python                  Python's own modules, in the plain archive; an installed package takes the system's
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <libgen.h>
#include <limits.h>
#include <unistd.h>

static void stop_at(PyStatus status)
{
    if (PyStatus_Exception(status))
        Py_ExitStatusException(status);
}

static void search(PyConfig *config, const char *top, const char *below)
{
    char folder[PATH_MAX + 64];
    snprintf(folder, sizeof folder, "%s%s", top, below);
    wchar_t *wide = Py_DecodeLocale(folder, NULL);
    if (wide == NULL)
        stop_at(PyStatus_Error("the program's folder has a name that cannot be read"));
    stop_at(PyWideStringList_Append(&config->module_search_paths, wide));
    PyMem_RawFree(wide);
}

static void search_everything(PyConfig *config, const char *root)
{
    char own[PATH_MAX + 64];
    snprintf(own, sizeof own, "%s/lib/" APP "/python/os.py", root);
    int brings_python = access(own, R_OK) == 0;
    const char *top = brings_python ? root : "";
    search(config, top, brings_python ? "/lib/" APP "/python" : "/usr/lib/python" VERSION);
    search(config, top, brings_python ? "/lib/" APP "/python/lib-dynload" : "/usr/lib/python" VERSION "/lib-dynload");
    search(config, root, "/lib/" APP "/app");
    search(config, root, "/lib/" APP "/app_packages");
    config->module_search_paths_set = 1;
}

int main(int argc, char *argv[])
{
    char self[PATH_MAX], root[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length < 0) {
        perror(APP ": /proc/self/exe");
        return 1;
    }
    self[length] = '\0';
    strcpy(root, self);
    strcpy(root, dirname(dirname(root)));

    PyPreConfig before;
    PyPreConfig_InitIsolatedConfig(&before);
    before.utf8_mode = 1;
    before.configure_locale = 1;
    stop_at(Py_PreInitialize(&before));

    PyConfig config;
    PyConfig_InitIsolatedConfig(&config);
    config.install_signal_handlers = 1;
    config.site_import = 0;
    config.write_bytecode = 0;
    config.pathconfig_warnings = 0;
    stop_at(PyConfig_SetBytesArgv(&config, argc, argv));
    /* multiprocessing starts a child by this name: tableassist/bundled.py answers there. */
    stop_at(PyConfig_SetBytesString(&config, &config.executable, self));
    stop_at(PyConfig_SetBytesString(&config, &config.run_module, MODULE));
    search_everything(&config, root);
    stop_at(Py_InitializeFromConfig(&config));
    PyConfig_Clear(&config);
    return Py_RunMain();
}

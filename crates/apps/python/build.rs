//! Makes the macOS linker accept symbols that Python supplies at run time.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}

/** Name of the single-file build, which is beside the page. */
export const ONE_FILE_NAME = 'one-file.html';

/** Name of the build that is one file, beside the page. */
export const ONE_FILE_NAME = 'one-file.html';

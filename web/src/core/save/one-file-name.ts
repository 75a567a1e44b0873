/** The build's name of the lab in one file, beside the page. */
export const ONE_FILE_NAME = 'one-file.html';

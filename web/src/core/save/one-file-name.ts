/** File name of the single-file build, which is served next to the page. */
export const ONE_FILE_NAME = 'one-file.html';

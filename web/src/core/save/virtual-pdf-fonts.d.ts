/** Typefaces that are embedded in a PDF (`web/pdf-fonts-plugin.ts`). */
declare module 'virtual:pdf-fonts' {
  export const PDF_FONTS: readonly {
    readonly family: string;
    readonly style: 'normal' | 'bold';
    readonly url: string;
  }[];
}

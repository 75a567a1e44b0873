/** What is used of gifenc, which comes without types. */

declare module 'gifenc' {
  export type Rgb = readonly [red: number, green: number, blue: number];

  interface FrameOptions {
    readonly palette?: readonly Rgb[];
    readonly delay: number;
    /** 0: for ever. */
    readonly repeat?: number;
    readonly transparent?: boolean;
    readonly transparentIndex?: number;
    /** 1: the next frame is painted over this one. */
    readonly dispose?: number;
  }

  interface Encoder {
    readonly stream: { writeByte(byte: number): void; writeBytes(bytes: Uint8Array): void };
    writeFrame(index: Uint8Array, width: number, height: number, options: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }

  export function GIFEncoder(): Encoder;
  export function quantize(rgba: Uint8ClampedArray, most: number): Rgb[];
}

/**
 * Painters draw on pixels and on vectors with the same calls. Two things that a canvas does with a second canvas need
 * another way on vectors: a layer of its own, and a texture. This is such a context's interface for both.
 */

export interface VectorContext extends CanvasRenderingContext2D {
  /** Shapes painted until it returns are a layer: it can be erased in part without the shapes below. */
  layer(paint: () => void): void;
  /** A square of this side that repeats, from the origin. */
  texture(key: string, side: number, paint: (pen: CanvasRenderingContext2D) => void): CanvasPattern;
}

export function isVector(context: CanvasRenderingContext2D): context is VectorContext {
  return 'layer' in context;
}

/** Paints on a layer of its own, which is then laid over the earlier painting. */
export function paintLayer(context: CanvasRenderingContext2D, paint: (layer: CanvasRenderingContext2D) => void): void {
  if (isVector(context)) {
    context.layer(() => paint(context));
    return;
  }
  const { width, height } = context.canvas;
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const layer = canvas.getContext('2d');
  if (layer === null) throw new Error('this browser draws no pictures');
  layer.setTransform(context.getTransform());
  paint(layer);
  context.save();
  context.resetTransform();
  context.drawImage(canvas, 0, 0);
  context.restore();
}

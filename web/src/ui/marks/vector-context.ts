/**
 * A drawing context for vector files, with the calls of a canvas. Painters can thus draw to both. It adds functions for
 * layers and textures: a canvas needs a second canvas for them, a vector file other means.
 */

export interface VectorContext extends CanvasRenderingContext2D {
  /** Paints shapes on a layer. Erasing parts of the layer does not change the shapes below. */
  layer(paint: () => void): void;
  /** A square texture tile with sides of this length, repeated from the origin. */
  texture(key: string, side: number, paint: (pen: CanvasRenderingContext2D) => void): CanvasPattern;
}

export function isVector(context: CanvasRenderingContext2D): context is VectorContext {
  return 'layer' in context;
}

/** Paints on a separate layer, which is then composited on top of the earlier painting. */
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

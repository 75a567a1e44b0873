/**
 * Painters draw on pixels and on vectors with the same calls. A canvas uses a second canvas for layers and for
 * textures; vectors need other means for these two, which this interface adds.
 */

export interface VectorContext extends CanvasRenderingContext2D {
  /** Paints shapes on a layer, of which parts can be erased without the shapes below. */
  layer(paint: () => void): void;
  /** A square texture with this side, repeated from the origin. */
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

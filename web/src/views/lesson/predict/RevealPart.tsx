import type { RevealPart as Part } from '../../../lesson/lesson';
import type { PartProps } from './part-props';

export function RevealPart({ part }: PartProps<Part>) {
  return <p>{part.id}</p>;
}

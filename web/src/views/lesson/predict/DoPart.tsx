import type { DoPart as Part } from '../../../lesson/lesson';
import type { PartProps } from './part-props';

export function DoPart({ part }: PartProps<Part>) {
  return <p>{part.id}</p>;
}

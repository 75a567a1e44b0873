import type { PredictPart as Part } from '../../../lesson/lesson';
import type { PartProps } from './part-props';

export function PredictPart({ part }: PartProps<Part>) {
  return <p>{part.id}</p>;
}

/** The problems of a refused text or scene: the path of each value, and what is wrong with it. */

interface Props {
  readonly problems: readonly { readonly path: string; readonly problem: string }[];
  readonly className?: string;
  readonly role?: 'alert';
}

export function ProblemList({ problems, className, role }: Props) {
  return (
    <ul className={className} role={role}>
      {problems.map(({ path, problem }) => (
        <li key={`${path} ${problem}`}>
          <code>{path}</code> {problem}
        </li>
      ))}
    </ul>
  );
}

/** A line with a link to the licences of third-party code, which are in a file next to the built page. */

export function LicencesLine() {
  return (
    <p className="small soft licences">
      Chokepoint is free software (MIT or Apache 2.0).{' '}
      <a className="clear" href="licences.txt" target="_blank" rel="noreferrer">
        Licences of all its components
      </a>
    </p>
  );
}

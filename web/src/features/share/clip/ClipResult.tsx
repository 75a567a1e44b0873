/** The finished clip, to watch and to save. */

import { useEffect, useState } from 'react';
import { handOver } from '../../../core/save/hand-over';
import { bytesInWords } from './clip-choices';
import type { ClipPlan } from './clip-plan';

export interface MadeClip {
  readonly blob: Blob;
  readonly name: string;
  readonly plan: ClipPlan;
}

export function ClipResult({ made }: { readonly made: MadeClip }) {
  const { blob, name, plan } = made;
  const [address, setAddress] = useState('');
  const [said, setSaid] = useState('');
  useEffect(() => {
    const own = URL.createObjectURL(blob);
    setAddress(own);
    return () => URL.revokeObjectURL(own);
  }, [blob]);
  const { width, height } = plan.size;
  return (
    <>
      {address !== '' && (
        <video
          className="clip__picture"
          {...{ width, height }}
          src={address}
          aria-label={`The clip, from ${plan.from_s} to ${plan.until_s} s`}
          controls
          loop
          playsInline
        />
      )}
      <div className="clip__actions row row--spread">
        <p className="soft breakable" role="status">
          {said === '' ? `${name}, ${bytesInWords(blob.size)}` : said}
        </p>
        <button
          type="button"
          className="button button--accent"
          onClick={() => {
            handOver(name, blob);
            setSaid(`Saved as ${name}.`);
          }}
        >
          Save the clip
        </button>
      </div>
    </>
  );
}

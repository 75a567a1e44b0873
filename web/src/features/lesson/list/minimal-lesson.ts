/** The shortest complete lesson, for users to copy and change. */

export const MINIMAL_LESSON = `---
title: Who gets the link?
document: first lessons
minutes: 5
level: first
learned:  - Say what CHOKe does to the flow that sends most.
---

A lesson is one Markdown file. Each heading of the second level is a step.

## Look

One [UDP](flow:udp) flow sends faster than the link; the [TCP](flow:tcp) flows slow down.

\`\`\`scene
preset: choked-model1
aqm: red, choke
at: 5
\`\`\`

## Predict

\`\`\`predict udp-share
question: What share of the link does UDP get under CHOKe?
measure: udp_utilization of choke
from: 0
to: 1
seeds: 3
\`\`\`

## Run

\`\`\`run
until: 30
pace: 5
\`\`\`

## Compare

\`\`\`reveal udp-share
\`\`\`
`;

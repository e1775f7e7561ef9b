import { type Detection, type FormatPlugin, hexNumber, type Probe } from '@packwright/core';
import { openAssembler, readAssemblerSignature } from '@packwright/volition';

/** The version of Red Faction: Guerrilla, which another format reads. */
const foreignVersion = 5;

/** The asset assembler files of Saints Row, as archives of container records. Read only: str2 edits update them. */
export const saintsRowAsm: FormatPlugin<Record<string, never>> = {
  contract: 1,
  id: 'saints-row-asm',
  title: 'Saints Row asset assembler',
  extensions: ['.asm_pc', '.asm_xbox2', '.asm_ps3', '.asm_ps4', '.asm_xbox3', '.asm_nx64'],
  signatures: [
    { at: 0, bytes: 'edfeefbe' }, // 0xBEEFFEED, little endian
    { at: 0, bytes: 'beeffeed' },
  ],
  options: {},
  detect: detectAssembler,
  open: openAssembler,
};

function detectAssembler({ head }: Probe): Detection | undefined {
  const signature = readAssemblerSignature(head);
  if (signature === undefined || signature.version === foreignVersion) return undefined;
  const { version } = signature;
  const reason = `the asm magic ${hexNumber(0xbeeffeed)} and version ${version}`;
  return { confidence: 95, reason, variant: `asm${version}`, claimed: true };
}

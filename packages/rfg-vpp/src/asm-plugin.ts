import { type Detection, type FormatPlugin, hexNumber, type Probe } from '@packwright/core';
import { openAssembler, readAssemblerSignature } from '@packwright/volition';

const version = 5;

/** The asset assembler files of Guerrilla, as archives of container records. Read only: str2 edits update them. */
export const rfgAsm: FormatPlugin<Record<string, never>> = {
  contract: 1,
  id: 'rfg-asm',
  title: 'Red Faction asset assembler',
  extensions: ['.asm_pc', '.asm_xbox2', '.asm_ps3'],
  signatures: [
    { at: 0, bytes: 'edfeefbe0500' }, // 0xBEEFFEED, version 5, little endian
    { at: 0, bytes: 'beeffeed0005' },
  ],
  options: {},
  detect: detectAssembler,
  open: openAssembler,
};

function detectAssembler({ head }: Probe): Detection | undefined {
  if (readAssemblerSignature(head)?.version !== version) return undefined;
  const reason = `the asm magic ${hexNumber(0xbeeffeed)} and version ${version}`;
  return { confidence: 95, reason, variant: `asm${version}`, claimed: true };
}

/** Waits for an odd while: most reads for a few turns of the queue, every fifth for the clock. */
export async function hesitate(number: number): Promise<void> {
  for (let turn = 0; turn <= (number * 7) % 5; turn++) await undefined;
  if (number % 5 === 4) await new Promise<void>((resolve) => setTimeout(resolve, 1));
}

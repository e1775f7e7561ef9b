/** Which end of a number comes first. */
export type ByteOrder = 'little' | 'big';

/** Fen of a yuan. */
export const FEN = 100;

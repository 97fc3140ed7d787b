/**
 * Does something when what was just rendered has been painted: until then it would hold the picture up, and what asks for a size would
 * have the page laid out once more. Gives the function that calls it off.
 */
export function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act, 0);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

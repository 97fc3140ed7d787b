type Rgb = [number, number, number];

function parse(hex: string): Rgb {
  const n = Number.parseInt(hex.slice(1), 16);
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255];
}

function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((v) => {
    const c = v / 255;
    return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2.1 contrast of two #rrggbb colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(parse(a)), luminance(parse(b))].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/**
 * The accent as it is painted: the preset, darkened until white text on it and its text on white reach `least`.
 * The presets of the specification are kept as choices; #1890FF alone has 3.2:1 on white.
 */
export function readable(hex: string, least = 4.9): string {
  let rgb = parse(hex);
  const write = () => `#${rgb.map((v) => Math.round(v).toString(16).padStart(2, '0')).join('')}`;
  for (let i = 0; i < 60 && contrast(write(), '#ffffff') < least; i++) rgb = rgb.map((v) => v * 0.97) as Rgb;
  return write();
}

/** The accent as text and lines on dark surfaces: the preset, lightened until it reaches `least` there. */
export function readableOnDark(hex: string, least = 6.5, surface = '#1e242d'): string {
  let rgb = parse(hex);
  const write = () => `#${rgb.map((v) => Math.round(v).toString(16).padStart(2, '0')).join('')}`;
  for (let i = 0; i < 60 && contrast(write(), surface) < least; i++) rgb = rgb.map((v) => v + (255 - v) * 0.06) as Rgb;
  return write();
}

/** The colours of our own styles, as custom properties of the page. */
export function accentVars(primary: string, dark: boolean): Record<string, string> {
  return {
    '--accent': readable(primary),
    '--accent-strong': dark ? readableOnDark(primary) : readable(primary, 6),
  };
}

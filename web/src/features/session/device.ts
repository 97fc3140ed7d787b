type Device = { browser: string; system: string };

/** Patterns of browsers. The order matters, as later browsers also contain the names of earlier ones. */
const BROWSERS: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/MicroMessenger/, 'WeChat'],
  [/Firefox\/|FxiOS/, 'Firefox'],
  [/Chrome\/|CriOS/, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

const firstOf = (known: [RegExp, string][], agent: string) => known.find(([re]) => re.test(agent))?.[1];

/** Returns the device in everyday words. A program that is no browser keeps its own name and version. */
export function deviceOf(agent: string): Device | string | undefined {
  const [browser, system] = [firstOf(BROWSERS, agent), firstOf(SYSTEMS, agent)];
  if (browser && system) return { browser, system };
  return agent.split(' ')[0] || undefined;
}

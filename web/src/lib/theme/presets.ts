/** The accents that a user can choose (platform-services §9). */
export const PRESETS = {
  blue: '#1890FF',
  red: '#F5222D',
  orange: '#FA541C',
  yellow: '#FAAD14',
  cyan: '#13C2C2',
  green: '#52C41A',
  geekblue: '#2F54EB',
  purple: '#722ED1',
} as const;

export const PRIMARY = PRESETS.blue;

import { theme as antTheme, type ThemeConfig } from 'antd';
import { readable, readableOnDark } from './accent';

export { PRESETS, PRIMARY } from './presets';

const FONT = 'var(--font)';

/** antd's theme: one accent, calm surfaces, and secondary texts that reach 4.5:1. */
export function themeOf(dark: boolean, primary: string): ThemeConfig {
  const accent = readable(primary);
  const light = readableOnDark(primary);
  const quiet = dark ? 'rgba(255,255,255,0.65)' : 'rgba(0,0,0,0.62)';
  return {
    zeroRuntime: true,
    algorithm: dark ? antTheme.darkAlgorithm : antTheme.defaultAlgorithm,
    token: {
      colorPrimary: accent,
      colorInfo: accent,
      fontFamily: FONT,
      fontFamilyCode: 'var(--mono)',
      borderRadius: 6,
      colorTextTertiary: quiet,
      colorTextDescription: quiet,
      colorTextPlaceholder: quiet,
      ...(dark
        ? {
            colorBgBase: '#14181f',
            colorBgLayout: '#0e1116',
            colorBgContainer: '#171b22',
            colorBgElevated: '#1e242d',
            colorLink: light,
            colorError: '#ff9a94',
            colorBorder: '#3a4452',
            colorBorderSecondary: '#2a313c',
            colorSplit: '#2a313c',
          }
        : { colorBgLayout: '#f4f6f9', colorLink: accent, colorError: '#cf1f26' }),
    },
    components: {
      Form: { itemMarginBottom: 18, verticalLabelPadding: '0 0 4px' },
      Button: {
        // White on a hovered button keeps its contrast: it grows darker, not lighter.
        colorPrimaryHover: readable(primary, 5.6),
        defaultHoverColor: dark ? light : accent,
        defaultHoverBorderColor: dark ? light : accent,
        // A red that is readable as text on a dark surface is too light for white text on it.
        ...(dark ? { dangerColor: '#2a0a08' } : { colorErrorHover: '#b0151c' }),
      },
      Menu: {
        darkItemBg: '#0c1a2b',
        darkSubMenuItemBg: '#091422',
        darkItemSelectedBg: accent,
        darkItemColor: 'rgba(255,255,255,0.75)',
        itemHeight: 38,
        ...(dark
          ? { itemSelectedColor: light, subMenuItemSelectedColor: light, horizontalItemSelectedColor: light }
          : {}),
      },
      Tabs: dark ? { itemSelectedColor: light, itemHoverColor: light, itemActiveColor: light, inkBarColor: light } : {},
      Table: {
        headerBorderRadius: 6,
        headerSplitColor: 'transparent',
        cellFontSizeMD: 13,
        cellFontSizeSM: 13,
        cellPaddingBlockMD: 5,
        cellPaddingInlineMD: 12,
        cellPaddingBlockSM: 2,
      },
    },
  };
}

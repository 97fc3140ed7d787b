import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { Button, Divider, Drawer, Flex, Segmented, Switch } from 'antd';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { readable } from '@/lib/theme/accent';
import { DEFAULTS, type PrefValues, usePrefs } from '@/lib/theme/prefs';
import { PRESETS } from '@/lib/theme/presets';
import { useApp } from '@/lib/toasts';
import { useDevice } from '@/lib/useDevice';
import css from './settings.module.css';

type Flag = 'fixedHeader' | 'fixedSider' | 'colourWeak' | 'multiTab' | 'stock';

/** The settings as text that a user can share. */
function shared(p: PrefValues) {
  const { primary, navTheme, layout, contentWidth, fixedHeader, fixedSider, colourWeak, multiTab, dark } = p;
  return {
    primaryColor: primary,
    navTheme,
    layout,
    contentWidth,
    fixedHeader,
    fixSiderbar: fixedSider,
    colorWeak: colourWeak,
    multiTab,
    dark,
  };
}

/** All options of platform-services §2; each applies at once. */
export default function SettingsDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('shell.settings');
  const { message } = useApp();
  const prefs = usePrefs();
  const top = prefs.layout === 'top';
  const narrow = useDevice() !== 'desktop';
  const copy = () =>
    navigator.clipboard
      ?.writeText(JSON.stringify(shared(prefs), null, 2))
      .then(() => message.success(t('copyComplete')))
      .catch(() => message.error(t('copyFailed'))) ?? message.error(t('copyFailed'));
  const flag = (name: Flag, off = false) => (
    <Line key={name} label={t(name)}>
      {(id) => (
        <Switch id={id} checked={prefs[name] && !off} disabled={off} onChange={(on) => prefs.set({ [name]: on })} />
      )}
    </Line>
  );
  return (
    <Drawer open={open} onClose={onClose} size={300} title={t('title')}>
      <Choice
        label={t('theme')}
        value={prefs.followSystem ? 'system' : prefs.dark ? 'dark' : 'light'}
        options={(['light', 'dark', 'system'] as const).map((v) => ({ value: v, label: t(`themes.${v}`) }))}
        onChange={(v) => prefs.set(v === 'system' ? { followSystem: true } : { dark: v === 'dark' })}
      />
      <Choice
        label={t('navTheme')}
        value={prefs.navTheme}
        options={['dark', 'light'].map((v) => ({ value: v, label: t(`navThemes.${v as 'dark' | 'light'}`) }))}
        onChange={(navTheme) => prefs.set({ navTheme: navTheme as PrefValues['navTheme'] })}
      />
      <Presets value={prefs.primary} onChange={(primary) => prefs.set({ primary })} />
      <Divider />
      <Choice
        label={t('layout')}
        value={prefs.layout}
        off={narrow}
        options={(['side', 'top', 'mix'] as const).map((v) => ({ value: v, label: t(`layouts.${v}`) }))}
        onChange={(layout) => prefs.set({ layout: layout as PrefValues['layout'] })}
      />
      <Choice
        label={t('contentWidth')}
        value={top ? prefs.contentWidth : 'Fluid'}
        off={!top}
        options={(['Fluid', 'Fixed'] as const).map((v) => ({ value: v, label: t(`widths.${v}`) }))}
        onChange={(contentWidth) => prefs.set({ contentWidth: contentWidth as PrefValues['contentWidth'] })}
      />
      {flag('fixedHeader')}
      {flag('fixedSider', top)}
      <Divider />
      {flag('colourWeak')}
      {flag('multiTab')}
      {flag('stock')}
      <Divider />
      <Flex vertical gap={8}>
        <Button icon={<CopyOutlined />} onClick={copy}>
          {t('copy')}
        </Button>
        <Button
          type="text"
          onClick={() => {
            const { locale: _, localeAt: __, ...rest } = DEFAULTS;
            prefs.set(rest);
          }}
        >
          {t('reset')}
        </Button>
      </Flex>
    </Drawer>
  );
}

function Line({ label, children }: { label: string; children: (id: string) => React.ReactNode }) {
  const id = useId();
  return (
    <Flex className={css.line} justify="space-between" align="center">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </Flex>
  );
}

type ChoiceProps = {
  label: string;
  value: string;
  options: { value: string; label: string }[];
  off?: boolean;
  onChange: (v: string) => void;
};

function Choice({ label, value, options, off = false, onChange }: ChoiceProps) {
  return (
    <div className={css.choice}>
      <div>{label}</div>
      <Segmented block aria-label={label} value={value} options={options} disabled={off} onChange={onChange} />
    </div>
  );
}

function Presets({ value, onChange }: { value: string; onChange: (v: string) => void }) {
  const t = useTranslations('shell.settings');
  return (
    <fieldset className={css.presets}>
      <legend>{t('primary')}</legend>
      {Object.entries(PRESETS).map(([name, colour]) => (
        <label key={name} title={t(`presets.${name as keyof typeof PRESETS}`)} style={{ background: readable(colour) }}>
          <input
            type="radio"
            name="primary"
            aria-label={t(`presets.${name as keyof typeof PRESETS}`)}
            checked={value.toUpperCase() === colour}
            onChange={() => onChange(colour)}
          />
          <CheckOutlined aria-hidden />
        </label>
      ))}
    </fieldset>
  );
}

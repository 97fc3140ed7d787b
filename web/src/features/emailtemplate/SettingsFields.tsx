import { Segmented, Switch } from 'antd';
import { useTranslations } from 'next-intl';
import { LOCALE_NAMES, LOCALES } from '@/lib/i18n/locales';
import { Select } from '@/ui/Select';
import { DESIGN_LIMITS, STYLE, type Style, styleOf } from './design';
import css from './fields.module.css';
import { Group, Labelled } from './Labelled';
import { ColorOf, NumberOf, TextOf } from './parts';
import { useEditorApi } from './useEditor';

const COLORS = ['background', 'surface', 'text', 'link'] as const;

/** Subject, preheader, and what all blocks share. */
export function SettingsFields() {
  const t = useTranslations('emaileditor');
  const api = useEditorApi();
  const { design, subject } = api.state.now;
  const time = () => Date.now();
  const style = styleOf(design);
  const edit = (change: Partial<Style>) =>
    api.dispatch({ do: 'design', change: { style: { ...design.style, ...change } }, time: time() });
  const { width, fontSize } = DESIGN_LIMITS;
  return (
    <section className={css.fields} aria-label={t('settings')}>
      <TextOf
        label={t('subject')}
        value={subject}
        max={DESIGN_LIMITS.subject}
        onChange={(to) => api.dispatch({ do: 'subject', subject: to, time: time() })}
      />
      <TextOf
        label={t('preheader')}
        hint={t('preheaderHint')}
        value={design.preheader ?? ''}
        max={DESIGN_LIMITS.preheader}
        onChange={(preheader) => api.dispatch({ do: 'design', change: { preheader }, time: time() })}
      />
      <Labelled label={t('language')} hint={t('languageHint')}>
        <Select<string>
          aria-label={t('language')}
          value={design.language || undefined}
          options={languagesWith(design.language)}
          onChange={(language) => api.dispatch({ do: 'design', change: { language }, time: time() })}
        />
      </Labelled>
      <Group label={t('colors')}>
        {COLORS.map((name) => (
          <ColorOf
            key={name}
            label={t(`style.${name}`)}
            value={design.style[name] || undefined}
            standard={STYLE[name]}
            onChange={(color) => edit({ [name]: color })}
          />
        ))}
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is its control */}
        <label className={css.switch}>
          <span>
            {t('keepLight')}
            <small>{t('keepLightHint')}</small>
          </span>
          <Switch size="small" checked={style.keepLight} onChange={(keepLight) => edit({ keepLight })} />
        </label>
      </Group>
      <Group label={t('type')}>
        <Labelled label={t('font')}>
          <Segmented
            aria-label={t('font')}
            block
            value={style.font}
            options={(['sans', 'serif', 'mono'] as const).map((value) => ({ value, label: t(`fonts.${value}`) }))}
            onChange={(font) => edit({ font })}
          />
        </Labelled>
        <div className={css.pair}>
          <NumberOf
            label={t('fontSize')}
            value={style.fontSize}
            min={fontSize.least}
            max={fontSize.most}
            onChange={(n) => edit({ fontSize: n })}
          />
          <NumberOf
            label={t('width')}
            value={style.width}
            min={width.least}
            max={width.most}
            onChange={(n) => edit({ width: n })}
          />
        </div>
      </Group>
    </section>
  );
}

/** The console's languages, and the design's own where it is another one. */
function languagesWith(own: string | undefined) {
  const known = LOCALES.map((value) => ({ value: value as string, label: LOCALE_NAMES[value] }));
  return !own || known.some(({ value }) => value === own) ? known : [...known, { value: own, label: own }];
}

import { Input, Radio } from 'antd';
import { useTranslations } from 'next-intl';
import { DictLook, toneOf } from '@/kit/dict/DictTag';
import css from './dict.module.css';

/** Names of colours that look different here; others that the server knows are painted as one of these. */
const PRESETS = ['default', 'blue', 'geekblue', 'cyan', 'green', 'gold', 'orange', 'red'];
const HEX = /^#[0-9a-f]{6}$/i;

type Props = {
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
  /** Target of the colour: the tag, or its text. */
  name: 'tagColor' | 'textColor';
  label: string;
};

/** The choice that a colour is: itself, or the preset that looks the same. */
function presetOf(value: string): string | undefined {
  if (value === '' || PRESETS.includes(value)) return value;
  if (!/^[a-z]+$/.test(value)) return undefined;
  return PRESETS.find((c) => toneOf(c).tone === toneOf(value).tone);
}

/** Selects no colour, one of the presets, or any colour. */
export function ColourInput({ id, value = '', onChange, name, label }: Props) {
  const t = useTranslations('dictAdmin');
  const preset = presetOf(value);
  const own = preset === undefined ? value : '';
  return (
    <div id={id} className={css.colour}>
      <Radio.Group
        className={css.presets}
        aria-label={label}
        value={preset}
        onChange={(e) => onChange?.(e.target.value)}
      >
        <Radio value="">{t('none')}</Radio>
        {PRESETS.map((c) => (
          <Radio key={c} value={c} title={c}>
            <DictLook text={t('sample')} {...{ [name]: c }} />
          </Radio>
        ))}
      </Radio.Group>
      <div className={css.own}>
        <input
          type="color"
          className={css.swatch}
          aria-label={`${label}: ${t('ownColour')}`}
          value={HEX.test(own) ? own : '#1890ff'}
          onChange={(e) => onChange?.(e.target.value)}
        />
        <Input
          className={css.hex}
          aria-label={`${label}: ${t('ownColour')}`}
          placeholder={t('ownColour')}
          value={own}
          maxLength={20}
          onChange={(e) => onChange?.(e.target.value.trim())}
        />
      </div>
    </div>
  );
}

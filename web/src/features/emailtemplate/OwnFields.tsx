import { Switch } from 'antd';
import { useTranslations } from 'next-intl';
import { Select } from '@/ui/Select';
import { ColumnsFields } from './ColumnsFields';
import { type Block, DESIGN_LIMITS, STANDARD, styleOf } from './design';
import css from './fields.module.css';
import { useNames } from './InsertPlaceholder';
import { Labelled } from './Labelled';
import { PictureFields } from './PictureFields';
import { ColorOf, NumberOf, TextOf } from './parts';
import { SocialFields } from './SocialFields';
import { useEditorApi } from './useEditor';

/** The fields that only blocks of one type have. */
export function OwnFields({ block }: { block: Block }) {
  const t = useTranslations('emaileditor');
  const api = useEditorApi();
  const edit = (change: Partial<Block>) => api.edit(block.id, change);
  switch (block.type) {
    case 'text':
      return <p className={css.note}>{t('textNote')}</p>;
    case 'columns':
      return <ColumnsFields block={block} />;
    case 'picture':
      return <PictureFields block={block} />;
    case 'button':
      return <ButtonFields block={block} />;
    case 'social':
      return <SocialFields block={block} />;
    case 'divider':
      return (
        <>
          <ColorOf
            label={t('lineColor')}
            value={block.divider?.color}
            standard={STANDARD.line}
            onChange={(color) => edit({ divider: { ...block.divider, color } })}
          />
          <NumberOf
            label={t('thickness')}
            value={block.divider?.thickness ?? 1}
            min={1}
            max={DESIGN_LIMITS.thickness}
            onChange={(thickness) => edit({ divider: { ...block.divider, thickness } })}
          />
        </>
      );
    case 'spacer':
      return (
        <NumberOf
          label={t('height')}
          value={block.height ?? STANDARD.height}
          min={1}
          max={DESIGN_LIMITS.height}
          onChange={(height) => edit({ height })}
        />
      );
    case 'footer':
      return (
        <>
          <p className={css.note}>{t('footerNote')}</p>
          <TextOf
            label={t('unsubscribeText')}
            hint={t('unsubscribeHint')}
            value={block.footer?.unsubscribe ?? ''}
            max={DESIGN_LIMITS.unsubscribe}
            onChange={(unsubscribe) => edit({ footer: { ...block.footer, unsubscribe } })}
          />
        </>
      );
    case 'raw':
      return <RawFields block={block} />;
    default:
      return null;
  }
}

function ButtonFields({ block }: { block: Block }) {
  const t = useTranslations('emaileditor');
  const api = useEditorApi();
  const button = block.button ?? { label: '', link: '' };
  const edit = (change: Partial<typeof button>) => api.edit(block.id, { button: { ...button, ...change } });
  return (
    <>
      <TextOf label={t('label')} value={button.label} max={DESIGN_LIMITS.label} onChange={(label) => edit({ label })} />
      <TextOf
        label={t('link')}
        url
        value={button.link}
        max={DESIGN_LIMITS.address}
        onChange={(link) => edit({ link })}
      />
      <div className={css.pair}>
        <ColorOf
          label={t('buttonColor')}
          value={button.color}
          standard={styleOf(api.state.now.design).link}
          onChange={(color) => edit({ color })}
        />
        <ColorOf
          label={t('labelColor')}
          value={button.text}
          standard={STANDARD.label}
          onChange={(text) => edit({ text })}
        />
      </div>
      <NumberOf
        label={t('radius')}
        value={button.radius || STANDARD.radius}
        min={1}
        max={DESIGN_LIMITS.radius}
        onChange={(radius) => edit({ radius })}
      />
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is its control */}
      <label className={css.switch}>
        <span>{t('full')}</span>
        <Switch size="small" checked={button.full ?? false} onChange={(full) => edit({ full })} />
      </label>
    </>
  );
}

function RawFields({ block }: { block: Block }) {
  const t = useTranslations('emaileditor');
  const api = useEditorApi();
  const names = [...new Set([...useNames(), block.raw ?? ''])].filter(Boolean);
  const NAME = /^[\p{L}\p{N}_]{1,60}$/u;
  return (
    <>
      <p className={css.note}>{t('rawNote')}</p>
      <Labelled label={t('rawName')}>
        <Select<string[]>
          aria-label={t('rawName')}
          mode="tags"
          maxCount={2}
          value={block.raw ? [block.raw] : []}
          options={names.map((name) => ({ value: name, label: name }))}
          onChange={(all) => {
            const name = all.at(-1) ?? '';
            if (NAME.test(name)) api.edit(block.id, { raw: name });
          }}
        />
      </Labelled>
    </>
  );
}

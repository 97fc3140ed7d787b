import { AlignCenterOutlined, AlignLeftOutlined, AlignRightOutlined } from '@ant-design/icons';
import { Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { ConditionFields } from './ConditionFields';
import { type Align, alignOf, type Block, type BlockType, DESIGN_LIMITS, paddingOf } from './design';
import css from './fields.module.css';
import { Group, Labelled } from './Labelled';
import { OwnFields } from './OwnFields';
import { ColorOf, NumberOf } from './parts';
import { useEditorApi } from './useEditor';

const ALIGNED: BlockType[] = ['text', 'picture', 'button', 'social', 'footer', 'raw'];
const SIDES = ['top', 'right', 'bottom', 'left'] as const;

/** The fields of the selected block: its own, and those that all have. */
export function BlockFields() {
  const t = useTranslations('emaileditor');
  const api = useEditorApi();
  const block = api.selected?.block;
  if (!block) return <p className={css.nothing}>{t('nothingSelected')}</p>;
  return (
    <section key={block.id} aria-label={t('fieldsOf', { block: api.nameOf(block.type) })} className={css.fields}>
      <h2>{api.nameOf(block.type)}</h2>
      <OwnFields block={block} />
      <LookFields block={block} />
      <ConditionFields block={block} />
    </section>
  );
}

/** Alignment, colour behind it, and space around it. */
function LookFields({ block }: { block: Block }) {
  const t = useTranslations('emaileditor');
  const api = useEditorApi();
  const edit = (change: Partial<Block>) => api.edit(block.id, change);
  const padding = paddingOf(block);
  const options = [
    { value: 'left', icon: <AlignLeftOutlined />, title: t('format.alignLeft') },
    { value: 'center', icon: <AlignCenterOutlined />, title: t('format.alignCenter') },
    { value: 'right', icon: <AlignRightOutlined />, title: t('format.alignRight') },
  ];
  return (
    <Group label={t('look')}>
      {ALIGNED.includes(block.type) && (
        <Labelled label={t('align')}>
          <Segmented
            aria-label={t('align')}
            value={alignOf(block)}
            options={options}
            onChange={(align) => edit({ align: align as Align })}
          />
        </Labelled>
      )}
      <ColorOf
        label={t('background')}
        value={block.background}
        standard=""
        onChange={(background) => edit({ background })}
      />
      <div className={css.sides}>
        {SIDES.map((side) => (
          <NumberOf
            key={side}
            label={t(`padding.${side}`)}
            value={padding[side]}
            min={0}
            max={DESIGN_LIMITS.padding}
            onChange={(n) => edit({ padding: { ...padding, [side]: n } })}
          />
        ))}
      </div>
    </Group>
  );
}

import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { UrlInput } from '@/kit/input/UrlInput';
import { Select } from '@/ui/Select';
import { type Block, DESIGN_LIMITS, NETWORKS, type Network, type Social } from './design';
import css from './fields.module.css';
import { useEditorApi } from './useEditor';

/** The links to profiles of a block. */
export function SocialFields({ block }: { block: Block }) {
  const t = useTranslations('emaileditor');
  const api = useEditorApi();
  const links = block.social ?? [];
  const set = (social: Social[]) => api.edit(block.id, { social });
  const change = (at: number, part: Partial<Social>) =>
    set(links.map((link, i) => (i === at ? { ...link, ...part } : link)));
  const next = NETWORKS.find((n) => !links.some((l) => l.network === n)) ?? 'website';
  return (
    <div className={css.links}>
      {links.map((link, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: links have no other name
        <div key={i} className={css.link}>
          <Select<Network>
            aria-label={t('networkOf', { n: i + 1 })}
            value={link.network}
            options={NETWORKS.map((network) => ({ value: network, label: t(`network.${network}`) }))}
            onChange={(network) => change(i, { network })}
          />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('removeLink', { n: i + 1 })}
            onClick={() => set(links.filter((_, at) => at !== i))}
          />
          <UrlInput
            aria-label={t('linkOf', { network: t(`network.${link.network}`) })}
            placeholder="https://"
            maxLength={DESIGN_LIMITS.address}
            value={link.url}
            onChange={(url) => change(i, { url })}
          />
        </div>
      ))}
      <Button
        type="dashed"
        icon={<PlusOutlined />}
        disabled={links.length >= NETWORKS.length}
        onClick={() => set([...links, { network: next, url: '' }])}
      >
        {t('addLink')}
      </Button>
    </div>
  );
}

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { usePermission } from '@/kit/access/Can';
import { DictTag } from '@/kit/cell/cells';
import type { Resource } from '@/kit/resource/descriptor';
import type { Columns } from '@/kit/resource/schema';
import { POLL } from '@/lib/constants';
import { Link } from '@/ui/Link';
import { isInReview, TEMPLATE_LIST, type Template } from './template';
import css from './template.module.css';

/** The state of a template, its quality rating, and whether it is switched off. */
export function Standing({ template: t }: { template: Template }) {
  const words = useTranslations('template');
  return (
    <span className={css.standing}>
      <DictTag code="template_status" value={t.status} />
      {t.quality && <DictTag code="template_quality" value={t.quality} />}
      {!t.enabled && <span className={css.off}>{words('no')}</span>}
    </span>
  );
}

/** The schema of templates: for the list, and for the facts of one. */
export function useTemplateColumns(hrefOf?: (id: string) => string): Columns<typeof TEMPLATE_LIST, 'template'> {
  const above = usePermission()({ types: [1, 11] });
  return {
    name: {
      sort: true,
      fixed: true,
      filter: 'text',
      cell: (r) => (hrefOf ? <Link to={hrefOf(r.id)}>{r.name}</Link> : r.name),
    },
    content: { only: 'list', ellipsis: true, width: 260, from: 'sm', filter: 'text' },
    status: { dict: 'template_status', sort: true, filter: true, cell: (r) => <Standing template={r} /> },
    quality: { dict: 'template_quality', only: 'filter', filter: true },
    enabled: { only: 'filter', filter: { either: ['yes', 'no'] }, cell: () => null },
    language: { sort: true, from: 'md' },
    category: { dict: 'template_category', sort: true, from: 'md', filter: true },
    type: { dict: 'template_type', from: 'xl', hidden: true, filter: true },
    placeholderCount: { as: 'count', from: 'xl', hidden: true },
    providerName: { from: 'xl', hidden: true },
    customerName: above && { sort: true, from: 'lg', filter: true },
    segment: { from: 'xl', hidden: true },
    note: { titled: 'noteText', from: 'xl', hidden: true },
    createTime: { as: 'time', sort: true, from: 'lg', filter: 'days' },
    updateTime: { as: 'time', only: 'detail' },
  };
}

/** The templates that the caller sees. */
export function useTemplates(
  hrefOf: (id: string) => string,
  extra: ReactNode,
): Resource<typeof TEMPLATE_LIST, 'template'> {
  return {
    list: TEMPLATE_LIST,
    words: 'template',
    columns: useTemplateColumns(hrefOf),
    extra,
    every: (rows) => rows.some(isInReview) && POLL.slow,
    export: { permission: 'gc:template:export' },
  };
}

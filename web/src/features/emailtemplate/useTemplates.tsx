import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { usePermission } from '@/kit/access/Can';
import type { Resource } from '@/kit/resource/descriptor';
import { useRemoving } from '@/kit/resource/removing';
import { useSwitching } from '@/kit/resource/switching';
import { apiData } from '@/lib/api/client';
import { request } from '@/lib/api/request';
import type { RecordOf } from '@/lib/api/types';
import { navigate } from '@/lib/router/navigate';
import { Link } from '@/ui/Link';
import { TEMPLATE, TEMPLATE_LIST } from './calls';
import type { Draft } from './draft';

type Row = RecordOf<typeof TEMPLATE_LIST>;

/** The email templates that the caller sees. */
export function useTemplates(
  hrefOf: (id: string) => string,
  extra: ReactNode,
  onCopy: (draft: Draft) => void,
): Resource<typeof TEMPLATE_LIST, 'emailtemplate'> {
  const t = useTranslations('emailtemplate');
  const above = usePermission()({ types: [1, 11] });
  return {
    list: TEMPLATE_LIST,
    words: 'emailtemplate',
    columns: {
      name: {
        sort: true,
        fixed: true,
        filter: 'text',
        cell: (r) => <Link to={hrefOf(r.id)}>{r.name}</Link>,
      },
      subject: { ellipsis: true, width: 280, from: 'sm', filter: 'text' },
      status: { dict: 'emailtemplate_status', sort: true, filter: true },
      customerName: above && { sort: true, from: 'lg', filter: true },
      version: { number: true, from: 'xl', hidden: true, cell: (r) => r.version },
      createTime: { as: 'time', sort: true, from: 'xl', hidden: true, filter: 'days' },
      updateTime: { as: 'time', sort: true, from: 'md' },
    },
    extra,
    actions: [
      {
        key: 'edit',
        permission: 'edm:template:edit',
        run: (row) => navigate(hrefOf(row.id)),
      },
      {
        key: 'duplicate',
        permission: 'edm:template:add',
        run: async (row) => {
          const one = await apiData('get', TEMPLATE, { path: { id: row.id } });
          const name = t('copyOf', { name: one.name });
          onCopy({ name, subject: one.subject, design: one.design, version: 0 });
        },
      },
      ...useSwitching<Row, 'emailtemplate'>('emailtemplate', {
        permission: 'edm:template:edit',
        name: (r) => r.name,
        off: (r) => r.status === 'disabled',
        call: (r, off) =>
          request('put', '/edm/template/status', { body: { id: r.id, status: off ? 'disabled' : 'enabled' } }),
      }),
      useRemoving('emailtemplate', {
        permission: 'edm:template:del',
        path: TEMPLATE,
        name: (r: Row) => r.name,
      }),
    ],
    export: { permission: 'edm:template:export' },
  };
}

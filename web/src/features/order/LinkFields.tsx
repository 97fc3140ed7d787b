import { Form } from 'antd';
import { useTranslations } from 'next-intl';
import { UrlInput } from '@/kit/input/UrlInput';
import { LIMITS } from '@/lib/constants';
import { isUrl } from '@/lib/input/pasted';
import { MediaUpload } from './MediaUpload';
import type { At } from './request';
import { Text, useRule } from './TextField';

type Props = { at: At; tools: { marks?: boolean; names?: readonly string[] } };

/** The parts of a link message. */
export function LinkFields({ at, tools }: Props) {
  const t = useTranslations('order');
  const rule = useRule();
  return (
    <>
      <Form.Item name={[...at, 'link', 'thumbnail']} label={t('thumbnail')} extra={t('thumbnailHint')}>
        <MediaUpload kind="image" />
      </Form.Item>
      <Text
        path={[...at, 'link', 'header']}
        label={t('linkHeader')}
        hint={t('linkHeaderHint')}
        max={LIMITS.linkHeader}
        required={false}
        rows={1}
      />
      <Text path={[...at, 'link', 'title']} label={t('linkTitle')} max={LIMITS.linkHeader} required={false} rows={1} />
      <Text
        path={[...at, 'link', 'summary']}
        label={t('linkSummary')}
        max={LIMITS.linkBody}
        required={false}
        rows={2}
        tools={tools}
      />
      <Text path={[...at, 'link', 'content']} label={t('text')} max={LIMITS.linkBody} required rows={4} tools={tools} />
      <Text
        path={[...at, 'link', 'footer']}
        label={t('linkFooter')}
        max={LIMITS.linkHeader}
        required={false}
        rows={1}
      />
      <Text path={[...at, 'link', 'button', 'name']} label={t('button')} max={LIMITS.button} required rows={1} />
      <Form.Item
        name={[...at, 'link', 'url']}
        label={t('url')}
        rules={[
          rule.required(t('url')),
          {
            validator: (_: unknown, v?: string) =>
              !v?.trim() || isUrl(v) ? Promise.resolve() : Promise.reject(new Error(t('urlWrong'))),
          },
        ]}
      >
        <UrlInput placeholder="https://" />
      </Form.Item>
    </>
  );
}

import { Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { LIMITS } from '@/core/constants';
import { MediaUpload } from './MediaUpload';
import { Text, useRule } from './TextField';

/** The parts of a link message. */
export function LinkFields() {
  const t = useTranslations('order');
  const rule = useRule();
  return (
    <>
      <Form.Item name={['message', 'link', 'thumbnail']} label={t('thumbnail')} extra={t('thumbnailHint')}>
        <MediaUpload kind="image" />
      </Form.Item>
      <Text
        path={['message', 'link', 'header']}
        label={t('linkHeader')}
        max={LIMITS.linkHeader}
        required={false}
        rows={1}
      />
      <Text
        path={['message', 'link', 'title']}
        label={t('linkTitle')}
        max={LIMITS.linkHeader}
        required={false}
        rows={1}
      />
      <Text
        path={['message', 'link', 'summary']}
        label={t('linkSummary')}
        max={LIMITS.linkBody}
        required={false}
        rows={2}
      />
      <Text path={['message', 'link', 'content']} label={t('text')} max={LIMITS.linkBody} required rows={4} />
      <Text
        path={['message', 'link', 'footer']}
        label={t('linkFooter')}
        max={LIMITS.linkHeader}
        required={false}
        rows={1}
      />
      <Text path={['message', 'link', 'button', 'name']} label={t('button')} max={LIMITS.button} required rows={1} />
      <Form.Item
        name={['message', 'link', 'url']}
        label={t('url')}
        rules={[rule.required(t('url')), { type: 'url', message: t('urlWrong') }]}
      >
        <Input type="url" placeholder="https://" autoComplete="off" />
      </Form.Item>
    </>
  );
}

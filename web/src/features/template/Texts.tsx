import { Input, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { UploadField } from '@/kit/upload/UploadField';
import { useLimit } from '@/kit/useLimit';
import { wrongBody, wrongFooter, wrongHeader } from './rules';
import { counted, type Picture, TEMPLATE_LIMITS, type TemplateFormValues } from './template';
import { useWrong } from './useWrong';

const { Field } = formOf<TemplateFormValues>();

/** The header, the body and the footer of a template. */
export function Texts({ values }: { values: TemplateFormValues }) {
  const t = useTranslations('template');
  const most = useLimit('order.placeholders');
  const wrong = useWrong();
  return (
    <>
      <Field name="type" label={t('headerKind')}>
        <Segmented
          options={[
            { value: 'text', label: t('header') },
            { value: 'image', label: t('mediaId') },
            { value: 'video', label: t('headerFilm') },
          ]}
        />
      </Field>
      {values.type === 'image' && (
        <Field key="picture" name="picture" label={t('mediaId')} required>
          <HeaderFile kind="image" />
        </Field>
      )}
      {values.type === 'video' && (
        <Field key="film" name="film" label={t('headerFilm')} extra={t('filmHint')} required>
          <HeaderFile kind="video" />
        </Field>
      )}
      {values.type !== 'image' && values.type !== 'video' && (
        <Field key="header" name="header" label={t('header')} rules={() => [wrong(wrongHeader)]}>
          <Input count={counted(TEMPLATE_LIMITS.line)} autoComplete="off" />
        </Field>
      )}
      <Field
        name="content"
        label={t('content')}
        extra={t('contentHint', { n: most })}
        rules={() => [wrong(wrongBody)]}
        required
      >
        <Input.TextArea autoSize={{ minRows: 4, maxRows: 12 }} count={counted(TEMPLATE_LIMITS.body)} />
      </Field>
      <Field name="footer" label={t('footer')} rules={() => [wrong(wrongFooter)]}>
        <Input count={counted(TEMPLATE_LIMITS.line)} autoComplete="off" />
      </Field>
    </>
  );
}

type FileProps = {
  id?: string;
  kind: 'image' | 'video';
  value?: Picture;
  onChange?: (value: Picture | undefined) => void;
};

function HeaderFile({ onChange, ...rest }: FileProps) {
  const most = useLimit(rest.kind === 'video' ? 'video.bytes' : 'image.bulk.bytes');
  return (
    <UploadField
      {...rest}
      max={rest.kind === 'video' ? Math.min(most, TEMPLATE_LIMITS.film) : most}
      onChange={(made, file) =>
        onChange?.(made && { id: made.id, name: made.name, shown: file ? URL.createObjectURL(file) : '' })
      }
    />
  );
}

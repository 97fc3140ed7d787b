import { Button, Flex, Form, type FormInstance, Spin } from 'antd';
import { useTranslations } from 'next-intl';
import { type ReactNode, useId } from 'react';
import { PageDrawer } from '../modal/PageModal';

type Props<T> = {
  open: boolean;
  title: string;
  submit: string;
  busy: boolean;
  form: FormInstance<T>;
  initial?: object;
  width?: number;
  /** Beside the fields on a wide screen, below them on a narrow one. */
  aside?: ReactNode;
  /** In the footer, between closing and submitting. */
  more?: ReactNode;
  onClose: () => void;
  onSubmit: (values: T) => void;
  children: ReactNode;
};

/** A form at the side of its list. What was typed stays when it is closed by mistake, and goes when it was saved. */
export function FormDrawer<T extends object>(p: Props<T>) {
  const t = useTranslations('form');
  // Fields are named after their form: two forms of a page may have a field of the same name.
  const name = useId();
  return (
    <PageDrawer
      open={p.open}
      title={p.title}
      size={p.width ?? 480}
      onClose={p.onClose}
      styles={{ wrapper: { maxWidth: '100vw' } }}
      destroyOnHidden={false}
      forceRender={false}
      footer={
        <Flex gap={8} justify="end">
          <Button onClick={p.onClose}>{t('cancel')}</Button>
          {p.more}
          <Button type="primary" loading={p.busy} onClick={() => p.form.submit()}>
            {p.submit}
          </Button>
        </Flex>
      }
    >
      <Spin spinning={p.busy} delay={300}>
        <Flex gap={24} wrap align="flex-start">
          <Form<T>
            form={p.form}
            name={name}
            layout="vertical"
            initialValues={p.initial}
            onFinish={p.onSubmit}
            scrollToFirstError
            requiredMark="optional"
            style={{ flex: '1 1 300px', minWidth: 0 }}
          >
            {p.children}
          </Form>
          {p.aside && <div style={{ flex: '0 1 320px', minWidth: 0, position: 'sticky', top: 0 }}>{p.aside}</div>}
        </Flex>
      </Spin>
    </PageDrawer>
  );
}

import { LoadingOutlined } from '@ant-design/icons';
import type { ComponentProps, ReactNode } from 'react';

export type ButtonProps = Omit<ComponentProps<'button'>, 'type'> & {
  type?: 'default' | 'primary' | 'text' | 'link';
  size?: 'small' | 'middle' | 'large';
  icon?: ReactNode;
  danger?: boolean;
  /** Shows a spinner and ignores clicks. */
  loading?: boolean;
  block?: boolean;
  htmlType?: 'button' | 'submit';
};

const LOOKS = {
  default: 'ant-btn-default ant-btn-color-default ant-btn-variant-outlined',
  primary: 'ant-btn-primary ant-btn-color-primary ant-btn-variant-solid',
  text: 'ant-btn-text ant-btn-color-default ant-btn-variant-text',
  link: 'ant-btn-link ant-btn-color-link ant-btn-variant-link',
};
const DANGER = {
  default: 'ant-btn-default ant-btn-dangerous ant-btn-color-dangerous ant-btn-variant-outlined',
  primary: 'ant-btn-primary ant-btn-dangerous ant-btn-color-dangerous ant-btn-variant-solid',
  text: 'ant-btn-text ant-btn-dangerous ant-btn-color-dangerous ant-btn-variant-text',
  link: 'ant-btn-link ant-btn-dangerous ant-btn-color-dangerous ant-btn-variant-link',
};

/** A button; antd's elements and classes, without its code. */
export function Button(props: ButtonProps) {
  const { type = 'default', size, icon, danger, loading, block, htmlType = 'button' } = props;
  const { className, onClick, children, disabled, ...rest } = propsOf(props);
  const classes = [
    'ant-btn css-var-root',
    (danger ? DANGER : LOOKS)[type],
    size === 'small' && 'ant-btn-sm',
    size === 'large' && 'ant-btn-lg',
    !children && children !== 0 && (icon || loading) && 'ant-btn-icon-only',
    loading && 'ant-btn-loading',
    block && 'ant-btn-block',
    className,
  ];
  const sign = loading ? <LoadingOutlined /> : icon;
  return (
    <button
      {...rest}
      type={htmlType}
      className={classes.filter(Boolean).join(' ')}
      disabled={disabled}
      aria-busy={loading || undefined}
      onClick={loading ? undefined : onClick}
    >
      {sign && (
        <span aria-hidden className={`ant-btn-icon ${loading ? 'ant-btn-loading-icon' : ''}`}>
          {sign}
        </span>
      )}
      {typeof children === 'string' || typeof children === 'number' ? <span>{children}</span> : children}
    </button>
  );
}

/** Returns the properties of the HTML element. */
function propsOf({
  type: _t,
  size: _s,
  icon: _i,
  danger: _d,
  loading: _l,
  block: _b,
  htmlType: _h,
  ...rest
}: ButtonProps) {
  return rest;
}

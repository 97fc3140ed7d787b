import '../../.antd/base.css';

import './antd.css';

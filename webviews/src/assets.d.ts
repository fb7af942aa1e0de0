// The bundler turns an imported style sheet into main.css.
declare module '*.css';

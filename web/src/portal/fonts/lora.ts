import '@fontsource/lora/400.css'
import '@fontsource/lora/700.css'
